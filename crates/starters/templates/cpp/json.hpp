// JSON in a few lines, so that the bot needs no library. There is nothing to change here.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

struct Json {
    using List = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    std::variant<std::nullptr_t, bool, long, double, std::string, List, Object> value = nullptr;

    Json() = default;
    Json(bool flag) : value(flag) {}
    Json(int number) : value(long{number}) {}
    Json(long number) : value(number) {}
    Json(double number) : value(number) {}
    Json(const char* text) : value(std::string(text)) {}
    Json(std::string text) : value(std::move(text)) {}
    Json(List items) : value(std::move(items)) {}
    Json(Object fields) : value(std::move(fields)) {}

    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }

    bool operator==(const Json& other) const { return value == other.value; }

    // A field; null if there is none.
    const Json& operator[](const std::string& key) const {
        static const Json null;
        if (auto fields = std::get_if<Object>(&value))
            for (auto& [name, field] : *fields)
                if (name == key) return field;
        return null;
    }

    // The items of a list.
    const List& items() const {
        static const List none;
        auto list = std::get_if<List>(&value);
        return list ? *list : none;
    }

    std::string text() const {
        auto text = std::get_if<std::string>(&value);
        return text ? *text : std::string();
    }

    // The text of the value.
    std::string dump() const {
        if (auto flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
        if (auto number = std::get_if<long>(&value)) return std::to_string(*number);
        if (auto number = std::get_if<double>(&value)) {
            char buffer[32];
            std::snprintf(buffer, sizeof buffer, "%.17g", *number);
            return buffer;
        }
        if (auto text = std::get_if<std::string>(&value)) return quoted(*text);
        std::string out, comma;
        if (auto list = std::get_if<List>(&value)) {
            for (auto& item : *list) out += std::exchange(comma, ",") + item.dump();
            return "[" + out + "]";
        }
        if (auto fields = std::get_if<Object>(&value)) {
            for (auto& [key, field] : *fields) out += std::exchange(comma, ",") + quoted(key) + ":" + field.dump();
            return "{" + out + "}";
        }
        return "null";
    }

    // Reads a text; null if it is no JSON.
    static Json parse(const std::string& text) {
        const char* at = text.c_str();
        return parse(at);
    }

private:
    static std::string quoted(const std::string& text) {
        std::string out = "\"";
        for (unsigned char letter : text) {
            char buffer[8];
            if (letter == '"' || letter == '\\') (out += '\\') += letter;
            else if (letter >= ' ') out += letter;
            else out += (std::snprintf(buffer, sizeof buffer, "\\u%04x", letter), buffer);
        }
        return out + '"';
    }

    static void space(const char*& at) {
        while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') ++at;
    }

    static bool eats(const char*& at, char letter) {
        space(at);
        return *at == letter && ++at;
    }

    static Json parse(const char*& at) {
        space(at);
        if (*at == '"') return string(at);
        if (eats(at, '[')) {
            List list;
            if (eats(at, ']')) return list;
            do list.push_back(parse(at));
            while (eats(at, ','));
            eats(at, ']');
            return list;
        }
        if (eats(at, '{')) {
            Object fields;
            if (eats(at, '}')) return fields;
            do {
                space(at);
                if (*at != '"') break;
                auto key = string(at);
                eats(at, ':');
                fields.emplace_back(std::move(key), parse(at));
            } while (eats(at, ','));
            eats(at, '}');
            return fields;
        }
        if (*at == 't' || *at == 'f' || *at == 'n') {
            Json word = *at == 'n' ? Json() : Json(*at == 't');
            while (*at >= 'a' && *at <= 'z') ++at;
            return word;
        }
        char *integer, *number;
        long whole = std::strtol(at, &integer, 10);
        double real = std::strtod(at, &number);
        if (number == at) at += *at != 0;
        bool is_whole = number == integer;
        at = number > at ? number : at;
        return is_whole ? Json(whole) : Json(real);
    }

    static std::string string(const char*& at) {
        std::string out;
        for (++at; *at && *at != '"'; ++at) {
            if (*at != '\\') out += *at;
            else switch (*++at) {
                case 'n': out += '\n'; break;
                case 't': out += '\t'; break;
                case 'r': out += '\r'; break;
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'u': utf8(out, at); break;
                case 0: return out;
                default: out += *at;
            }
        }
        at += *at != 0;
        return out;
    }

    // The four digits behind `u`; ends on the last of them.
    static uint32_t hex(const char*& at) {
        uint32_t code = 0;
        for (int digit = 0; digit < 4 && at[1]; ++digit) {
            char letter = *++at;
            code = 16 * code + (letter <= '9' ? letter - '0' : (letter | 32) - 'a' + 10);
        }
        return code;
    }

    static void utf8(std::string& out, const char*& at) {
        uint32_t code = hex(at);
        if (code >= 0xd800 && code < 0xdc00 && at[1] == '\\' && at[2] == 'u') {
            at += 2;
            code = 0x10000 + ((code - 0xd800) << 10) + (hex(at) - 0xdc00);
        }
        if (code < 0x80) { out += char(code); return; }
        int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        out += char((0xf00 >> more & 0xff) | code >> (6 * more));
        while (more--) out += char(0x80 | (code >> (6 * more) & 0x3f));
    }
};

// Reading a value as a type; what does not fit reads as zero, empty or none.
inline void read(const Json& json, bool& to) { to = json == Json(true); }
inline void read(const Json& json, std::string& to) { to = json.text(); }
inline void read(const Json& json, Json& to) { to = json; }
inline void read(const Json& json, long& to) {
    auto real = std::get_if<double>(&json.value);
    auto whole = std::get_if<long>(&json.value);
    to = whole ? *whole : real ? long(*real) : 0;
}
inline void read(const Json& json, double& to) {
    auto real = std::get_if<double>(&json.value);
    auto whole = std::get_if<long>(&json.value);
    to = real ? *real : whole ? double(*whole) : 0;
}
template <class T> void read(const Json& json, std::vector<T>& to);
template <class T, size_t N> void read(const Json& json, std::array<T, N>& to);
template <class T> void read(const Json& json, std::optional<T>& to);

template <class T> void read(const Json& json, std::vector<T>& to) {
    to.resize(json.items().size());
    for (size_t at = 0; at < to.size(); ++at) read(json.items()[at], to[at]);
}
template <class T, size_t N> void read(const Json& json, std::array<T, N>& to) {
    for (size_t at = 0; at < N; ++at) read(at < json.items().size() ? json.items()[at] : Json(), to[at]);
}
template <class T> void read(const Json& json, std::optional<T>& to) {
    if (json.is_null()) to.reset();
    else read(json, to.emplace());
}

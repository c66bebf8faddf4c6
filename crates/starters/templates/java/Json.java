// JSON in a few lines, so that the bot needs no library. There is nothing to change here.

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Values are null, Boolean, Long, Double, String, List and Map. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads a text. */
    static Object parse(String text) {
        return new Json(text).value();
    }

    /** An object of keys and values in turn. */
    static Map<String, Object> object(Object... fields) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int at = 0; at < fields.length; at += 2) object.put((String) fields[at], fields[at + 1]);
        return object;
    }

    /** A field of an object; null if there is none. */
    static Object get(Object json, String key) {
        return json instanceof Map<?, ?> object ? object.get(key) : null;
    }

    static boolean flag(Object json) {
        return Boolean.TRUE.equals(json);
    }

    static long integer(Object json) {
        return json instanceof Number number ? number.longValue() : 0;
    }

    static double number(Object json) {
        return json instanceof Number number ? number.doubleValue() : 0;
    }

    static String text(Object json) {
        return json instanceof String text ? text : "";
    }

    static long[] integers(Object json) {
        return list(json, Json::integer).stream().mapToLong(Long::longValue).toArray();
    }

    static <T> List<T> list(Object json, Function<Object, T> read) {
        List<T> items = new ArrayList<>();
        if (json instanceof List<?> list) for (Object item : list) items.add(read.apply(item));
        return items;
    }

    static <T> T maybe(Object json, Function<Object, T> read) {
        return json == null ? null : read.apply(json);
    }

    /** The text of a value. */
    static String write(Object json) {
        StringBuilder out = new StringBuilder();
        write(json, out);
        return out.toString();
    }

    private static void write(Object json, StringBuilder out) {
        String comma = "";
        if (json instanceof String text) {
            quote(text, out);
        } else if (json instanceof List<?> list) {
            out.append('[');
            for (Object item : list) {
                out.append(comma);
                write(item, out);
                comma = ",";
            }
            out.append(']');
        } else if (json instanceof Map<?, ?> object) {
            out.append('{');
            for (Map.Entry<?, ?> field : object.entrySet()) {
                out.append(comma);
                quote((String) field.getKey(), out);
                out.append(':');
                write(field.getValue(), out);
                comma = ",";
            }
            out.append('}');
        } else {
            out.append(json);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') out.append('\\').append(letter);
            else if (letter < ' ') out.append(String.format("\\u%04x", (int) letter));
            else out.append(letter);
        }
        out.append('"');
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private boolean eats(char letter) {
        space();
        if (at >= text.length() || text.charAt(at) != letter) return false;
        at++;
        return true;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw new IllegalArgumentException("no JSON at " + at);
        at += word.length();
        return value;
    }

    private Object value() {
        space();
        char first = at < text.length() ? text.charAt(at) : ' ';
        switch (first) {
            case '"': return string();
            case 'n': return word("null", null);
            case 't': return word("true", true);
            case 'f': return word("false", false);
            case '[':
                List<Object> list = new ArrayList<>();
                at++;
                if (eats(']')) return list;
                do list.add(value()); while (eats(','));
                return word("]", list);
            case '{':
                Map<String, Object> object = new LinkedHashMap<>();
                at++;
                if (eats('}')) return object;
                do {
                    space();
                    String key = string();
                    space();
                    word(":", null);
                    object.put(key, value());
                } while (eats(','));
                return word("}", object);
            default: return number();
        }
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        String digits = text.substring(from, at);
        if (digits.matches("-?\\d{1,18}")) return Long.parseLong(digits);
        return Double.parseDouble(digits);
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        word("\"", null);
        while (text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            if (letter != '\\') {
                out.append(letter);
                continue;
            }
            letter = text.charAt(at++);
            if (letter == 'u') {
                out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                at += 4;
            } else {
                int known = "ntrbf".indexOf(letter);
                out.append(known >= 0 ? "\n\t\r\b\f".charAt(known) : letter);
            }
        }
        at++;
        return out.toString();
    }
}

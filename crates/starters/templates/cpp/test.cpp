// make test: the bot answers every turn of a recorded dialogue with a legal action.
#include <algorithm>
#include <fstream>

#include "bot.hpp"

// A value with the fields of objects in order.
static Json sorted(Json json) {
    if (auto fields = std::get_if<Json::Object>(&json.value))
        std::sort(fields->begin(), fields->end(), [](auto& a, auto& b) { return a.first < b.first; });
    return json;
}

int main() {
    std::map<long, std::unique_ptr<Bot>> bots;
    std::ifstream dialogue("dialogue.jsonl");
    int turns = 0;
    for (std::string line; std::getline(dialogue, line);) {
        Json message = Json::parse(line);
        if (message["type"].text() == "start") {
            Match match(message);
            bots[match.seat] = std::make_unique<Bot>(match);
        } else if (message["type"].text() == "turn") {
            Turn turn(message);
            Json action = sorted(bots.at(turn.seat)->choose(turn));
            auto same = [&](const Json& one) { return sorted(one) == action; };
            if (std::none_of(turn.legal.begin(), turn.legal.end(), same)) {
                std::cerr << "turn " << turn.number << ": " << action.dump() << " is not legal\n";
                return 1;
            }
            ++turns;
        }
    }
    std::cout << turns << " answers are legal\n";
    return turns > 0 ? 0 : 1;
}

// javac -d target *.java && java -cp target BotTest: the bot answers every turn of a recorded dialogue with a legal action.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

final class BotTest {
    public static void main(String[] arguments) throws java.io.IOException {
        Map<Long, Bot> bots = new HashMap<>();
        int turns = 0;
        for (String line : Files.readAllLines(Path.of("dialogue.jsonl"))) {
            Object message = Json.parse(line);
            String type = Json.text(Json.get(message, "type"));
            if (type.equals("start")) {
                Match match = Match.of(message);
                bots.put(match.seat(), new Bot());
                bots.get(match.seat()).start(match);
            } else if (type.equals("turn")) {
                Turn turn = Turn.of(message);
                Object action = bots.get(turn.seat()).choose(turn);
                if (!turn.legal().contains(action)) {
                    throw new AssertionError("turn " + turn.number() + ": " + Json.write(action) + " is not legal");
                }
                turns++;
            }
        }
        if (turns == 0) throw new AssertionError("no turns");
        System.out.println(turns + " answers are legal");
    }
}

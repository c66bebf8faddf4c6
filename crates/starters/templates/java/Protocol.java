// Talks to the host: JSON objects on standard input and output, one a line. There is nothing to change here.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A bot. One is made for each seat of each match. */
interface Mind {
    void start(Match match);

    Object choose(Turn turn);
}

/** What a bot is told once; options are those of bot.toml, seed is for dice that fall alike each time. */
record Match(long seat, String role, long seats, List<String> roles, List<String> names, Start start, Object options,
        Object clock, long seed) {
    static Match of(Object message) {
        return new Match(
                Json.integer(Json.get(message, "seat")),
                Json.text(Json.get(message, "role")),
                Json.integer(Json.get(message, "seats")),
                Json.list(Json.get(message, "roles"), Json::text),
                Json.list(Json.get(message, "names"), Json::text),
                Start.of(Json.get(message, "start")),
                Json.get(message, "options"),
                Json.get(message, "clock"),
                Long.parseUnsignedLong(Json.text(Json.get(message, "seed"))));
    }
}

/** What a bot is told each time it chooses; legal holds actions as the game writes them, last what came of the turn before. */
record Turn(String id, long number, long seat, View view, List<Object> legal, Long leftMs, Long bankMs, Object last) {
    static Turn of(Object message) {
        return new Turn(
                Json.text(Json.get(message, "id")),
                Json.integer(Json.get(message, "turn")),
                Json.integer(Json.get(message, "seat")),
                View.of(Json.get(message, "view")),
                Json.list(Json.get(message, "legal"), it -> it),
                Json.maybe(Json.get(message, "left_ms"), Json::integer),
                Json.maybe(Json.get(message, "bank_ms"), Json::integer),
                Json.get(message, "last"));
    }

    /** Names an action that counts if time runs out before the answer; the last one counts. */
    void maybe(Object action) {
        Protocol.send("type", "maybe", "id", id, "action", action);
    }

    /** Words and marks that viewers show when they look at this seat. */
    void note(String text, Object... marks) {
        Protocol.send("type", "note", "id", id, "text", text, "marks", List.of(marks));
    }
}

final class Protocol {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Protocol() {}

    /** Prints to standard error: standard output belongs to the host. */
    static void log(Object words) {
        System.err.println(words);
    }

    static void send(Object... fields) {
        OUT.print(Json.write(Json.object(fields)) + "\n");
        OUT.flush();
    }

    /** Plays until the input ends. */
    static void run(Supplier<? extends Mind> makeBot) throws IOException {
        Map<Long, Mind> bots = new HashMap<>();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Object message = Json.parse(line);
            switch (Json.text(Json.get(message, "type"))) {
                case "hello" -> send("type", "hello", "name", "{{name}}");
                case "start" -> {
                    Match match = Match.of(message);
                    Mind bot = makeBot.get();
                    bots.put(match.seat(), bot);
                    bot.start(match);
                    send("type", "ready", "seat", match.seat());
                }
                case "turn" -> {
                    Turn turn = Turn.of(message);
                    send("type", "move", "id", turn.id(), "action", bots.get(turn.seat()).choose(turn));
                }
                case "ping" -> send("type", "pong", "id", Json.get(message, "id"));
                default -> {}
            }
        }
    }
}

/** A bot for {{title}}. choose is where it thinks; everything else is there already. */
final class Bot implements Mind {
    /** Called once: what is told then is in match.start(). */
    public void start(Match match) {}

    /** Called each turn: what is seen is in turn.view(), what may be chosen in turn.legal(). */
    public Object choose(Turn turn) {
        return turn.legal().get(0);
    }
}

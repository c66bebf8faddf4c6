final class Main {
    public static void main(String[] arguments) throws java.io.IOException {
        Protocol.run(Bot::new);
    }
}

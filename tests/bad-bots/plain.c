// The plainest bot: answers every turn at once with the same choice, `"index":0` or what its first argument says. It
// plays against the bad ones, and its own time is next to nothing, so that what a match takes is the host's.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *choice = "\"index\":0";

static void say(const char *text, size_t length) {
    while (length > 0) {
        ssize_t some = write(1, text, length);
        if (some <= 0) _exit(1);
        text += some, length -= (size_t)some;
    }
}

// Answers a line: its kind stands first, and the id follows it.
static void answer(char *line) {
    char out[256];
    char *id = strstr(line, "\"id\":\"");
    id = id ? id + 6 : "";
    // Bounded, so that an answer always fits.
    int width = (int)(strcspn(id, "\"") % 128);
    if (strncmp(line, "{\"type\":\"turn\"", 14) == 0)
        say(out, (size_t)snprintf(out, sizeof out, "{\"type\":\"move\",\"id\":\"%.*s\",%s}\n", width, id, choice));
    else if (strncmp(line, "{\"type\":\"ping\"", 14) == 0)
        say(out, (size_t)snprintf(out, sizeof out, "{\"type\":\"pong\",\"id\":\"%.*s\"}\n", width, id));
    else if (strncmp(line, "{\"type\":\"hello\"", 15) == 0)
        say("{\"type\":\"hello\",\"name\":\"plain\"}\n", 32);
    else if (strncmp(line, "{\"type\":\"start\"", 15) == 0)
        say("{\"type\":\"ready\"}\n", 17);
}

int main(int count, char **arguments) {
    if (count > 1 && strlen(arguments[1]) < 64) choice = arguments[1];
    static char buffer[1 << 20];
    size_t held = 0;
    for (;;) {
        ssize_t some = read(0, buffer + held, sizeof buffer - 1 - held);
        if (some <= 0) return 0;
        held += (size_t)some;
        buffer[held] = 0;
        char *line = buffer, *end;
        while ((end = strchr(line, '\n'))) {
            *end = 0;
            answer(line);
            line = end + 1;
        }
        held -= (size_t)(line - buffer);
        memmove(buffer, line, held);
    }
}

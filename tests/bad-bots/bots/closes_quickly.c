// Closes its output at once when it is asked, and stays: its opponent's answer comes while the host wonders.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char line[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"hello\"}");
        if (strstr(line, "\"type\":\"start\"")) puts("{\"type\":\"ready\"}");
        if (strstr(line, "\"type\":\"turn\"")) close(1), sleep(600);
    }
}

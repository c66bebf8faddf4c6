// Reads memory that it does not have.
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"hello\"}");
        if (strstr(line, "\"type\":\"start\"")) puts("{\"type\":\"ready\"}");
        if (strstr(line, "\"type\":\"turn\"")) return *(volatile int *)0;
    }
}

// Says hello into a buffer that it never flushes.
#include <stdio.h>

int main(void) {
    static char line[1 << 20], out[1 << 20];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    printf("{\"type\":\"hello\"}\n");
    while (fgets(line, sizeof line, stdin)) printf("{\"type\":\"ready\"}\n");
}

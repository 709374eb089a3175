/* A driver of the conformance kit that uses the clock of the machine, so that it is for cases in which no time passes: requests and answers are
 * those of `latchkey_call` as they are. */
#define _POSIX_C_SOURCE 200809L
#include "latchkey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int begins(const char *line, const char *text) { return strncmp(line, text, strlen(text)) == 0; }

int main(void) {
  static const char open[] = "{\"command\":\"open\",\"options\":";
  latchkey_client *client = NULL;
  char *line = NULL;
  size_t size = 0;
  for (ssize_t length; (length = getline(&line, &size, stdin)) > 0;) {
    char *answer = NULL;
    if (begins(line, open)) {
      line[strcspn(line, "\n") - 1] = '\0';
      latchkey_close(client);
      client = latchkey_open(line + strlen(open), NULL);
    } else if (!begins(line, "{\"command\":\"set_clock\"") && !begins(line, "{\"command\":\"limit_writes\"")) {
      answer = latchkey_call(client, line, NULL, NULL);
    }
    puts(answer ? answer : "{\"outcome\":\"ok\"}");
    fflush(stdout);
    latchkey_free(answer);
  }
  latchkey_close(client);
  free(line);
  return 0;
}

/* Uses the library as an application in C does, without a service. Ends with an error at the first thing that is not as it should be. */
#include "latchkey.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What every client has to be opened with. */
#define NEEDED                                                                                                 \
  "\"url\":\"http://127.0.0.1:1\",\"organization_id\":\"6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f\",\"root_key\":" \
  "\"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w\""

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);         \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

static void answers(latchkey_client *client, const char *request, const char *expected) {
  char *answer = latchkey_call(client, request, NULL, NULL);
  CHECK(answer != NULL);
  if (strstr(answer, expected) == NULL) fprintf(stderr, "%s: %s\n", request ? request : "(null)", answer);
  CHECK(strstr(answer, expected) != NULL);
  latchkey_free(answer);
}

static void refuses(const char *options, const char *expected) {
  char *error = NULL;
  CHECK(latchkey_open(options, &error) == NULL);
  CHECK(error != NULL && strstr(error, expected) != NULL);
  latchkey_free(error);
  CHECK(latchkey_open(options, NULL) == NULL);
}

struct told {
  sem_t told;
  latchkey_background *work;
  char text[4096];
};

static void listen(void *context, const char *text) {
  struct told *told = context;
  snprintf(told->text, sizeof told->text, "%s", text);
  sem_post(&told->told);
}

/* Waits until `work` is known, and ends it from within. */
static void listen_once(void *context, const char *text) {
  struct told *told = context;
  (void)text;
  sem_wait(&told->told);
  latchkey_stop(told->work);
  sem_post(&told->told);
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  char options[4096];
  snprintf(options, sizeof options,
           "{" NEEDED ",\"storage\":\"%s\",\"device\":true,\"attempts\":1}", arguments[1]);
  latchkey_client *client = latchkey_open(options, NULL);
  CHECK(client != NULL);
  answers(client, "{\"command\":\"check\"}", "{\"license\":{\"reason\":\"no_lease\",\"usable\":false},\"outcome\":\"ok\"}");
  answers(client, "{\"command\":\"activate\",\"key\":\"KEY\",\"label\":\"M\xc3\xbcller\"}", "\"reason\":\"network\"");
  answers(client, "{\"command\":\"validate\"}", "{\"outcome\":\"not_activated\"}");
  answers(client, "{\"command\":\"offline_request\",\"label\":\"pc\"}", "\"file\":\"ey");

  answers(client, "{\"command\":\"fly\"}", "There is no command `fly`.");
  answers(client, "{\"command\":\"validate\",\"increment_useage\":1}", "`validate` has no field `increment_useage`.");
  answers(client, "{\"command\":\"check\",\"key\":\"KEY\"}", "`check` has no field `key`.");
  answers(client, "{\"command\":\"validate\",\"increment_usage\":\"1\"}", "`increment_usage` has to be a whole number.");
  answers(client, "{\"command\":\"activate\",\"label\":\"pc\"}", "`key` is missing.");
  answers(client, "[]", "The request is no object in JSON.");
  answers(client, "{\"command\":\"\xff\"}", "not UTF-8");
  answers(client, NULL, "A pointer is null");
  answers(NULL, "{\"command\":\"check\"}", "A pointer is null");
  refuses(NULL, "A pointer is null");
  refuses("{}", "`url` is missing.");
  refuses("{\"storagefor\":\"flight-notes\"}", "There is no option `storagefor`.");
  refuses("{" NEEDED ",\"benefit_id\":\"b\"}", "There is no option `benefit_id`.");
  refuses("{" NEEDED ",\"benefit_ids\":\"b\"}", "`benefit_ids` has to be a list of texts.");
  refuses("{" NEEDED ",\"issuer\":5}", "`issuer` has to be a text.");
  refuses("{" NEEDED ",\"device\":1}", "`device` is neither a description nor `true`.");
  refuses("{" NEEDED ",\"device\":{\"component\":{}}}", "`device` has no member `component`.");
  refuses("{" NEEDED ",\"application\":{\"release\":\"1\"}}", "`application` has no member `release`.");
  refuses("{" NEEDED ",\"storage\":\"/tmp\",\"storage_for\":\"flight-notes\"}", "two storages");
  refuses("{\"url\":\"http://127.0.0.1:1\",\"organization_id\":\"o\",\"root_key\":\"short\"}", "`root_key` is not");

  struct told fresh = {0}, once = {0}, checked_out = {0};
  sem_init(&fresh.told, 0, 0);
  sem_init(&once.told, 0, 0);
  sem_init(&checked_out.told, 0, 0);
  fresh.work = latchkey_keep_fresh(client, 3600, listen, &fresh);
  once.work = latchkey_keep_fresh(client, 0, listen_once, &once);
  checked_out.work = latchkey_keep_checked_out(client, listen, &checked_out);
  CHECK(fresh.work != NULL && once.work != NULL && checked_out.work != NULL);
  sem_wait(&fresh.told);
  CHECK(strstr(fresh.text, "\"status\":{\"outcome\":\"not_activated\"}") != NULL);
  latchkey_stop(fresh.work);
  sem_post(&once.told);
  sem_wait(&once.told);
  sem_wait(&checked_out.told);
  CHECK(strcmp(checked_out.text, "{\"outcome\":\"not_activated\"}") == 0);
  latchkey_stop(checked_out.work);
  CHECK(latchkey_keep_fresh(NULL, 0, listen, NULL) == NULL);

  latchkey_close(client);
  latchkey_close(NULL);
  latchkey_stop(NULL);
  latchkey_free(NULL);
  return 0;
}

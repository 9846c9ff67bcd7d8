// A kernel waits for a kernel on another queue, which still runs. HEALTHY waits for that one before: its kernel begins
// as late, since the device takes commands late, but not for the wait list.
/* field: held_over held n=3 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    script.device[0].submit.ns = 3e6;
    return done_behind_another_queue();
}

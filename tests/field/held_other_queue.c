// A kernel waits for a kernel on another queue, whose time is in the bracket. HEALTHY waits for that queue before.
/* field: held_other_queue held n=3 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) { return done_behind_another_queue(); }

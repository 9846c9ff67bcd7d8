// Times of a clock that another program keeps setting back. HEALTHY has those of a steady one.
/* field: negative_series negative n=8 */
/* device: none */
#include "field.h"

int main(void) {
    static const double theirs[8] = {1203, 1180, -3815, 1191, 1199, 1207, 1188, 1194};
    for (int i = 0; i < 8; i++) gt_series_add("theirs", healthy && theirs[i] < 0 ? 1185 : theirs[i]);
    return done();
}

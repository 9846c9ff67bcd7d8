/* What macOS declares there, as far as the kit uses it: so that tests/lib/portable.sh can parse the kit for macOS. */
#include <stdint.h>
typedef struct mach_timebase_info { uint32_t numer, denom; } mach_timebase_info_data_t;
int mach_timebase_info(mach_timebase_info_data_t *info);
uint64_t mach_absolute_time(void);

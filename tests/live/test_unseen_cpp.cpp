/* link: OpenCL */
/* test_unseen_cpp.cpp - a C++ program that has nothing of the kit but GT_SCOPE around its OpenCL calls is told so */
#include "test.h"

#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "host.h"

static int is_unseen(const char *path) {
    gt_finding *list;
    size_t count, found = 0;
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) found += list[i].code == GT_FINDING_UNSEEN && !strcmp(list[i].path, path);
    free(list);
    return found > 0;
}

TEST(a_scope_without_opencl_lacks_no_command) {
    GT_SCOPE("host") {}
    assert_false(is_unseen("host"));
}
TEST(a_scope_that_waits_for_a_queue_without_events_is_unseen) {
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    cl_int code;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) skip();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof code, NULL, &code);
    gt_reset();
    GT_SCOPE("write") {
        assert_int_equal(clEnqueueWriteBuffer(queue, memory, CL_FALSE, 0, sizeof code, &code, 0, NULL, NULL), 0);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
    }
    assert_true(is_unseen("write"));
    clReleaseMemObject(memory);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(void) { return test_all(NULL, NULL); }

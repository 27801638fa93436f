// The file system of Flanagan and Godefroid (POPL 2005), written afresh. The larger sizes of example 08.
//
// heddle: verdict=clean executions=2 args=-DN=14
// heddle: verdict=clean executions=8 args=-DN=16
// heddle: verdict=clean executions=32 args=-DN=18
// heddle: verdict=clean executions=128 args=-DN=20
#include "../08-file-system.c"

import { setFlagsFromString } from 'node:v8'

/*
 * Imported first by a program, before modules that contain patterns. V8 compiles a new regular expression to byte code, and to
 * machine code at its second use. Making the byte code of the long patterns that statements are read with takes three times
 * as long as making the machine code: in a new process, the first 40 statements took 1.7 s of CPU time instead of 0.6. A
 * pattern created after this call is compiled to machine code at its first use.
 */

setFlagsFromString('--regexp-tier-up-ticks=0')

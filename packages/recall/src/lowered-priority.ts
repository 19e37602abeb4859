import { lowerThreadPriority } from './thread-priority.ts'

/* Imported first: loading the modules of a thread takes half a second of processor time, which it leaves to other threads, too. */

lowerThreadPriority()

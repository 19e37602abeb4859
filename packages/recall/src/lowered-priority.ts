import { lowerThreadPriority } from './thread-priority.ts'

/* Imported first: most of the half second of processor time that loading the modules takes is left to other threads, too. */

lowerThreadPriority()

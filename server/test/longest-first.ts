import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/*
 * The order of test files: long ones first, so that no worker idles at the end while another runs a long file. Vitest
 * orders by size, within projects in alphabetical order.
 */

/** Projects whose files take tens of seconds each come first, and those of short files last. */
const PROJECTS = ['release', 'process-postgres', 'process-embedded', 'cluster', 'browser']
const LAST = ['embedded', 'postgres', 'unit']
/** The beginnings of names of files that take longer than larger ones. */
export const LONG = [
  ...['backup.', 'lifecycle.', 'tenancy.', 'hub-pages.', 'portal-pages.', 'account-pages.', 'malformed.', 'isolation.'],
  ...['vectors-', 'turn-crash.', 'secret-key.', 'slow-clients.', 'recall-snapshots.', 'developer-cli.', 'commands.'],
  ...['gateway-stream.', 'delivery-consent.', 'bitemporal.', 'webhooks.', 'partitions.', 'outage.', 'verification.'],
]

/** Files of one project stay together, as they share a process. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.sort((a, b) => projectRank(a) - projectRank(b) || sameProject(a, b) || fileRank(a) - fileRank(b))
  }
}

function projectRank({ project }: TestSpecification): number {
  const first = PROJECTS.indexOf(project.name)
  return first === -1 ? PROJECTS.length + LAST.indexOf(project.name) + 1 : first
}

function sameProject(a: TestSpecification, b: TestSpecification): number {
  if (a.project.name === b.project.name) return 0
  return a.project.name < b.project.name ? -1 : 1
}

function fileRank({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((beginning) => basename(moduleId).startsWith(beginning))
  return rank === -1 ? LONG.length : rank
}

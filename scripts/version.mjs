/*
 * Where the version of the packages is repeated, and how the changelog is written.
 */

/** The files that repeat the version of the packages, with a pattern for it; `npm run release` updates them. */
export const VERSIONED = [
  { path: 'package.json', pattern: /(?<=^ {2}"version": ")[^"]+/m },
  { path: 'sdk/js/src/version.ts', pattern: /(?<=VERSION = ')[^']+/ },
  { path: 'sdk/python/pyproject.toml', pattern: /(?<=^version = ")[^"]+/m },
  { path: 'sdk/python/src/memory_service/_version.py', pattern: /(?<=VERSION = ")[^"]+/ },
  { path: 'examples/diary/package.json', pattern: /(?<="@memory-service\/sdk": "\^)[^"]+/ },
  { path: 'deploy/kubernetes/kustomization.yaml', pattern: /(?<=newTag: ).+/ },
]

/** The text of a file with another version in it. */
export function withVersion({ path, pattern }, text, version) {
  if (!pattern.test(text)) throw new Error(`${path} contains no version`)
  return text.replace(pattern, version)
}

const HEADINGS = { major: 'Breaking changes', minor: 'New', patch: 'Fixed' }

/** The section of CHANGELOG.md for a release, from the text of its changesets. */
export function sectionOf(changesets, version, date) {
  const entries = changesets.map(parse)
  const parts = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const lines = entries.filter((entry) => entry.kind === kind).map(({ summary }) => `- ${indent(summary)}`)
    return lines.length ? [`### ${heading}\n\n${lines.join('\n')}\n`] : []
  })
  return `## ${version} (${date})\n\n${parts.join('\n')}`
}

/** The summary of a changeset, and the largest of its kinds. */
function parse(text) {
  const [, head = '', summary = ''] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? []
  const kinds = [...head.matchAll(/: *(major|minor|patch) *$/gm)].map(([, kind]) => kind)
  const kind = Object.keys(HEADINGS).find((each) => kinds.includes(each))
  if (!kind || !summary.trim()) throw new Error(`a changeset has no kind or no text:\n${text}`)
  return { kind, summary: summary.trim() }
}

const indent = (text) => text.replace(/\n(?=.)/g, '\n  ')

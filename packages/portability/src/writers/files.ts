import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'

/** A file that a writer made. */
export interface WrittenFile {
  readonly path: string
  readonly text: string
}

export interface WriteOptions {
  /** The name and version of the program that writes, such as `memory-service/1.0.0`. */
  readonly writtenBy: string
  readonly now: Date
  /** A stable id of the person, which may be read by others. */
  readonly owner: string
  /** Fields of the document of the same format from which the memories came. */
  readonly document?: Readonly<Record<string, unknown>>
}

/** Packs files into a zip archive. */
export async function zipOf(files: readonly WrittenFile[], now: Date): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, lastModDate: now })
  for (const { path, text } of files) await zip.add(path, new TextReader(text))
  return await zip.close()
}

/** The JSON of an object with one more member: a list of elements that are JSON already, one a line. */
export function jsonWith(object: object, member: string, elements: readonly { text: string }[]): string {
  const list = elements.map(({ text }) => `\n    ${text}`).join(',')
  return `${JSON.stringify(object, null, 2).replace(/\n\}$/, '')},\n  "${member}": [${list}${list && '\n  '}]\n}\n`
}

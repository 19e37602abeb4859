import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks questions on the terminal; without one, each answer is a line of stdin. */
export function prompts(input: NodeJS.ReadableStream) {
  const isTerminal = (input as { isTTY?: boolean }).isTTY === true
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output, terminal: isTerminal })
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string, hidden = false): Promise<string> => {
    if (isTerminal) process.stderr.write(question)
    isHidden = hidden
    const { value } = await answers.next()
    if (isTerminal && hidden) process.stderr.write('\n')
    isHidden = false
    return value ?? ''
  }
  return Object.assign(ask, {
    close: () => {
      lines.close()
      // Reading keeps the process alive.
      input.pause()
    },
  })
}

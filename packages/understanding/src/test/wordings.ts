import { readQuestion } from '../question.ts'
import { readStatement } from '../statement.ts'

/** Asks of less weight are those on which the answer only depends. */
const ASKED_MIN = 0.6

/** An attribute, or several with `|` between them of which either will do, and a text. */
type Wording = [names: string, text: string]

/** The lines of a table: after the attribute, `?` stands before a question and `=` before a statement. */
export function wordingsOf(table: string): { questions: Wording[]; statements: Wording[] } {
  const lines = table
    .trim()
    .split('\n')
    .map((line) => /^(\S+) ([?=]) (.+)$/.exec(line)!.slice(1) as [string, string, string])
  const of = (sign: string) => lines.filter((line) => line[1] === sign).map(([names, , text]): Wording => [names, text])
  return { questions: of('?'), statements: of('=') }
}

/** Whether a question asks for an attribute. */
export function asksFor(names: string, question: string): boolean {
  const asked = readQuestion(question).asks.filter(({ weight }) => weight >= ASKED_MIN)
  return asked.some(({ attribute }) => names.split('|').includes(attribute.name))
}

/** Whether a statement tells an attribute of the person. */
export function states(names: string, statement: string): boolean {
  const own = readStatement(statement).facts.filter(({ subject }) => subject.who === 'self')
  return own.some(({ attribute }) => names.split('|').includes(attribute.name))
}

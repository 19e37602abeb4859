import { Code, Text } from '@mantine/core'
import { type ApiDocument, resolve, type Schema } from './document.ts'
import { Prose } from './prose.tsx'
import { limitsOf, typeOf } from './words.ts'

const DEPTH_MAX = 6

interface ShapeProps {
  schema: Schema
  document: ApiDocument
  /** Names of the shapes this one lies in, so that one that holds itself ends. */
  within?: readonly string[]
}

/** The fields of a shape, each with its type and what it is held to; what lies in a field stands indented below it. */
export function Shape({ schema: given, document, within = [] }: ShapeProps) {
  const { name, schema } = resolve(given, document)
  if ((name && within.includes(name)) || within.length > DEPTH_MAX) return null
  const inside = [...within, name ?? '']
  if (schema.items) return <Shape schema={schema.items} document={document} within={inside} />
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts)
    return parts
      .filter((part) => hasFields(part, document))
      .map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives have no names and never move.
        <Shape key={at} schema={part} document={document} within={inside} />
      ))
  if (!schema.properties) return null
  return (
    <ul className="shape">
      {Object.entries(schema.properties).map(([field, part]) => (
        <li key={field}>
          <Field name={field} schema={part} required={schema.required?.includes(field) ?? false} document={document} />
          <Shape schema={part} document={document} within={inside} />
        </li>
      ))}
    </ul>
  )
}

interface FieldProps {
  name: string
  schema: Schema
  required: boolean
  document: ApiDocument
}

/** One value by its name: type, whether it must be there, and what is said of it. */
export function Field({ name, schema: given, required, document }: FieldProps) {
  const { name: shape, schema } = resolve(given, document)
  const limits = limitsOf(schema)
  return (
    <>
      <Text span size="sm" className="breaks">
        <Code fw={600}>{name}</Code> {typeOf(schema, shape)}
        {!required && (
          <Text span inherit c="dimmed">
            , may be left out
          </Text>
        )}
      </Text>
      {(schema.description || limits.length > 0) && (
        <Text size="sm" c="dimmed" className="breaks">
          {schema.description && <Prose text={schema.description} />} {limits.length > 0 && sentenceOf(limits)}
        </Text>
      )}
    </>
  )
}

function sentenceOf(limits: string[]): string {
  const text = limits.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function hasFields(part: Schema, document: ApiDocument): boolean {
  const { schema } = resolve(part, document)
  return Boolean(schema.properties ?? schema.items ?? schema.anyOf ?? schema.oneOf)
}

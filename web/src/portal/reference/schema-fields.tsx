import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import utilities from '../../ui/utilities.module.css'
import { type ApiDocument, resolve, type Schema } from './openapi.ts'
import { Prose } from './prose.tsx'
import css from './schema-fields.module.css'
import { constraintsOf, typeOf } from './schema-text.ts'

const DEPTH_MAX = 6

/** A list of fields; lists inside it are indented. */
export function FieldList({ children }: { children: ReactNode }) {
  return <ul className={css.fields}>{children}</ul>
}

interface SchemaFieldsProps {
  schema: Schema
  document: ApiDocument
  /** Names of the enclosing schemas; a schema that contains itself is not expanded again. */
  within?: readonly string[]
}

/** The fields of a schema with their types and constraints; nested fields are indented below their parent. */
export function SchemaFields({ schema: schemaOrRef, document, within = [] }: SchemaFieldsProps) {
  const { name, schema } = resolve(schemaOrRef, document)
  if ((name && within.includes(name)) || within.length > DEPTH_MAX) return null
  const inside = [...within, name ?? '']
  if (schema.items) return <SchemaFields schema={schema.items} document={document} within={inside} />
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts)
    return parts
      .filter((part) => hasFields(part, document))
      .map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives have no names and never move.
        <SchemaFields key={index} schema={part} document={document} within={inside} />
      ))
  if (!schema.properties) return null
  return (
    <FieldList>
      {Object.entries(schema.properties).map(([field, part]) => (
        <li key={field}>
          <Field name={field} schema={part} required={schema.required?.includes(field) ?? false} document={document} />
          <SchemaFields schema={part} document={document} within={inside} />
        </li>
      ))}
    </FieldList>
  )
}

interface FieldProps {
  name: string
  schema: Schema
  required: boolean
  document: ApiDocument
}

/** One field: its name, type, whether it is optional, description and constraints. */
export function Field({ name, schema: schemaOrRef, required, document }: FieldProps) {
  const { name: schemaName, schema } = resolve(schemaOrRef, document)
  const constraints = constraintsOf(schema)
  return (
    <>
      <Text span size="sm" className={utilities.breakWords}>
        <Code fw={600}>{name}</Code> {typeOf(schema, schemaName)}
        {!required && (
          <Text span inherit c="dimmed">
            , may be left out
          </Text>
        )}
      </Text>
      {(schema.description || constraints.length > 0) && (
        <Text size="sm" c="dimmed" className={utilities.breakWords}>
          {schema.description && <Prose text={schema.description} />}{' '}
          {constraints.length > 0 && sentenceOf(constraints)}
        </Text>
      )}
    </>
  )
}

function sentenceOf(constraints: string[]): string {
  const text = constraints.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function hasFields(part: Schema, document: ApiDocument): boolean {
  const { schema } = resolve(part, document)
  return Boolean(schema.properties ?? schema.items ?? schema.anyOf ?? schema.oneOf)
}

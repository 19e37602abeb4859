import { Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { catalogQuery, describedScopesQuery } from '../../api/catalog-queries.ts'
import type { Shape } from '../../api/client.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ScopeList } from '../../ui/scope-list.tsx'
import { firstErrorUnder } from '../form-values.ts'
import { CustomScope } from './custom-scope.tsx'
import { contextOptions, intentOptions, permissionOptions, scopeOptions, signalOptions } from './options.ts'
import { Picker } from './picker.tsx'

type Manifest = Shape<'Manifest'>

interface ManifestEditorProps {
  manifest: Manifest
  onChange: (manifest: Manifest) => void
  /** Validation errors by path, such as `manifest.scopes.0`. */
  errors: Record<string, string>
}

/** The form for the manifest of an app: scopes to read, scopes to write and other permissions, from the catalog or typed. */
export function ManifestEditor({ manifest, onChange, errors }: ManifestEditorProps) {
  const { data: catalog, error, refetch } = useQuery(catalogQuery)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!catalog) return <Loading rows={4} height={72} />

  const { scopes, intents, eventTypes } = manifest
  const setScopes = (scopes: string[]) => onChange({ ...manifest, scopes: [...new Set(scopes)] })
  const isOther = (scope: string) => !/^(memory:read|memory:write|context:read):/.test(scope)
  /** Props for a picker that shows and changes only a part of the scopes. */
  const part = (isOwn: (scope: string) => boolean) => ({
    value: scopes.filter(isOwn),
    onChange: (own: string[]) => setScopes([...scopes.filter((scope) => !isOwn(scope)), ...own]),
  })
  return (
    <Stack gap="lg">
      <FieldGroup legend="What it may read">
        <Stack>
          <Picker
            label="Read memories about"
            description="The scopes it may read. Ask only for what you use: people see each one."
            options={scopeOptions(catalog, 'memory:read')}
            {...part((scope) => scope.startsWith('memory:read:'))}
          />
          <Picker
            label="Fetch context for"
            description="Tasks it may fetch what matters for, among what it may read."
            options={contextOptions(catalog)}
            {...part((scope) => scope.startsWith('context:read:'))}
          />
        </Stack>
      </FieldGroup>
      <FieldGroup legend="What it may write">
        <Picker
          label="Write memories about"
          description="The scopes it may add to, change and delete in."
          options={scopeOptions(catalog, 'memory:write')}
          {...part((scope) => scope.startsWith('memory:write:'))}
        />
      </FieldGroup>
      <FieldGroup legend="What else it may do">
        <Stack>
          <Picker
            label="Other permissions"
            description="Signals, the brief, the hosted model."
            options={permissionOptions(catalog)}
            {...part(isOther)}
          />
          <CustomScope onAdd={(scope) => setScopes([...scopes, scope])} />
        </Stack>
      </FieldGroup>
      {firstErrorUnder(errors, 'manifest.scopes') && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {firstErrorUnder(errors, 'manifest.scopes')}
        </Text>
      )}
      <ConsentPreview scopes={scopes} onNarrow={(left) => setScopes(scopes.filter((scope) => left.has(scope)))} />
      <FieldGroup legend="What other apps see of it">
        <Stack>
          <Names
            label="Intents it serves"
            description="What it helps people with. Pick one, or type a name of your own and press Enter."
            options={intentOptions(catalog).map(({ value }) => value)}
            value={intents}
            onChange={(intents) => onChange({ ...manifest, intents })}
            error={firstErrorUnder(errors, 'manifest.intents')}
          />
          <Names
            label="Signals it listens to"
            description="Signals of other apps that reach it by webhook, such as workout.completed."
            options={signalOptions(catalog).map(({ value }) => value)}
            value={eventTypes}
            onChange={(eventTypes) => onChange({ ...manifest, eventTypes })}
            error={firstErrorUnder(errors, 'manifest.eventTypes')}
          />
        </Stack>
      </FieldGroup>
    </Stack>
  )
}

interface NamesProps {
  label: string
  description: string
  options: string[]
  value: string[]
  onChange: (value: string[]) => void
  error?: string
}

function Names({ options, ...props }: NamesProps) {
  return <TagsInput {...props} data={options} acceptValueOnBlur maxDropdownHeight={240} />
}

interface ConsentPreviewProps {
  scopes: string[]
  onNarrow: (left: ReadonlySet<string>) => void
}

/** The scopes as the consent page will show them. Refusing one removes it from the manifest. */
function ConsentPreview({ scopes, onNarrow }: ConsentPreviewProps) {
  const { data, error } = useQuery({ ...describedScopesQuery(scopes), placeholderData: (before) => before })
  const shown = data?.filter(({ scope }) => scopes.includes(scope)) ?? []
  return (
    <Stack component="section" gap="xs" aria-label="As people will read it">
      <Text fw={600} size="sm">
        As people will read it
      </Text>
      {error && <ErrorAlert error={error} />}
      {!scopes.length && (
        <Text size="sm" c="dimmed">
          Nothing is chosen yet. What you choose above appears here in the words of the consent page.
        </Text>
      )}
      <ScopeList scopes={shown} ticked={new Set(scopes)} onChange={onNarrow} />
    </Stack>
  )
}

import { Fieldset, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { Loading } from '../../ui/loading.tsx'
import { ScopeList } from '../../ui/scopes.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { errorUnder } from '../form.ts'
import { catalogQuery, describedQuery } from '../queries.ts'
import { contextChoices, eventChoices, intentChoices, placeChoices, plainChoices } from './choices.ts'
import { CustomScope } from './custom-scope.tsx'
import { Picker } from './picker.tsx'

type Manifest = Shape<'Manifest'>

interface ManifestEditorProps {
  manifest: Manifest
  onChange: (manifest: Manifest) => void
  /** What the service said, by path: `manifest.scopes.0`. */
  errors: Record<string, string>
}

/** What an app may ask people for: picked from the catalog, reads apart from writes, or typed by its own name. */
export function ManifestEditor({ manifest, onChange, errors }: ManifestEditorProps) {
  const { data: catalog, error, refetch } = useQuery(catalogQuery)
  if (error) return <Trouble error={error} retry={refetch} />
  if (!catalog) return <Loading rows={4} height={72} />

  const { scopes, intents, eventTypes } = manifest
  const setScopes = (scopes: string[]) => onChange({ ...manifest, scopes: [...new Set(scopes)] })
  const isPlain = (scope: string) => !/^(memory:read|memory:write|context:read):/.test(scope)
  /** A picker shows and changes only the scopes that are its own. */
  const part = (isOwn: (scope: string) => boolean) => ({
    value: scopes.filter(isOwn),
    onChange: (own: string[]) => setScopes([...scopes.filter((scope) => !isOwn(scope)), ...own]),
  })
  return (
    <Stack gap="lg">
      <Fieldset className="group" legend="What it may read">
        <Stack>
          <Picker
            label="Read memories about"
            description="The scopes it may read. Ask only for what you use: people see each one."
            choices={placeChoices(catalog, 'memory:read')}
            {...part((scope) => scope.startsWith('memory:read:'))}
          />
          <Picker
            label="Fetch context for"
            description="Tasks it may fetch what matters for, among what it may read."
            choices={contextChoices(catalog)}
            {...part((scope) => scope.startsWith('context:read:'))}
          />
        </Stack>
      </Fieldset>
      <Fieldset className="group" legend="What it may write">
        <Picker
          label="Write memories about"
          description="The scopes it may add to, change and delete in."
          choices={placeChoices(catalog, 'memory:write')}
          {...part((scope) => scope.startsWith('memory:write:'))}
        />
      </Fieldset>
      <Fieldset className="group" legend="What else it may do">
        <Stack>
          <Picker
            label="Other permissions"
            description="Signals, the brief, the hosted model."
            choices={plainChoices(catalog)}
            {...part(isPlain)}
          />
          <CustomScope onAdd={(scope) => setScopes([...scopes, scope])} />
        </Stack>
      </Fieldset>
      {errorUnder(errors, 'manifest.scopes') && (
        <Text c="error" size="sm" role="alert">
          {errorUnder(errors, 'manifest.scopes')}
        </Text>
      )}
      <AsPeopleReadIt scopes={scopes} onRemove={(gone) => setScopes(scopes.filter((scope) => scope !== gone))} />
      <Fieldset className="group" legend="What other apps see of it">
        <Stack>
          <Names
            label="Intents it serves"
            description="What it helps people with. Pick one, or type a name of your own and press Enter."
            choices={intentChoices(catalog).map(({ value }) => value)}
            value={intents}
            onChange={(intents) => onChange({ ...manifest, intents })}
            error={errorUnder(errors, 'manifest.intents')}
          />
          <Names
            label="Signals it listens to"
            description="Signals of other apps that reach it by webhook, such as workout.completed."
            choices={eventChoices(catalog).map(({ value }) => value)}
            value={eventTypes}
            onChange={(eventTypes) => onChange({ ...manifest, eventTypes })}
            error={errorUnder(errors, 'manifest.eventTypes')}
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}

interface NamesProps {
  label: string
  description: string
  choices: string[]
  value: string[]
  onChange: (value: string[]) => void
  error?: string
}

function Names({ choices, ...props }: NamesProps) {
  return <TagsInput {...props} data={choices} acceptValueOnBlur maxDropdownHeight={240} />
}

/** The scopes as the person who is asked will read them; a tick taken away takes the scope out. */
function AsPeopleReadIt({ scopes, onRemove }: { scopes: string[]; onRemove: (scope: string) => void }) {
  const { data, error } = useQuery({ ...describedQuery(scopes), placeholderData: (before) => before })
  const shown = data?.filter(({ scope }) => scopes.includes(scope)) ?? []
  return (
    <Stack component="section" gap="xs" aria-label="As people will read it">
      <Text fw={600} size="sm">
        As people will read it
      </Text>
      {error && <Trouble error={error} />}
      {!scopes.length && (
        <Text size="sm" c="dimmed">
          Nothing is chosen yet. What you choose above appears here in the words of the consent page.
        </Text>
      )}
      <ScopeList scopes={shown} ticked={new Set(scopes)} onTick={(scope) => onRemove(scope)} />
    </Stack>
  )
}

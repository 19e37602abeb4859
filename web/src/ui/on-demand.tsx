import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ErrorAlert } from './error-alert.tsx'
import { loadFailure } from './lazy-page.ts'
import { Loading } from './loading.tsx'

/**
 * A component that few visits show: its scripts are loaded when it is first rendered. In place of it, the page shows that
 * it is loading, or why it cannot be loaded with a button to try again, or to reload the page if there is a newer version.
 * A component with `onClose` can be closed then.
 * @param placeholder what the page shows while the component is loading
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: () => ReactNode = () => <Loading rows={2} height={64} />,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function OnDemand(props: Props) {
    const [error, setError] = useState<unknown>()
    const [attempt, setAttempt] = useState(0)
    const [, setLoaded] = useState(loaded !== undefined)
    // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
    useEffect(() => {
      if (loaded) {
        setLoaded(true)
        return
      }
      let isCurrent = true
      const show = (component: ComponentType<Props>) => {
        loaded = component
        if (isCurrent) setLoaded(true)
      }
      load()
        .then(show)
        .catch(async (error) => {
          const reason = await loadFailure(error)
          if (isCurrent) setError(reason)
        })
      return () => {
        isCurrent = false
      }
    }, [attempt])
    const retry = () => {
      setError(undefined)
      setAttempt(attempt + 1)
    }
    const Component = loaded
    if (Component) return <Component {...props} />
    if (error === undefined) return placeholder()
    const { onClose } = props as { onClose?: () => void }
    return (
      <Stack align="flex-start">
        <ErrorAlert error={error} retry={retry} />
        {onClose && (
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Stack>
    )
  }
}

/** An event handler that loads the scripts of a component before it is rendered. If that fails, rendering it says why. */
export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)

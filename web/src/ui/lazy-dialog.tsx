import { type ComponentType, useEffect, useState } from 'react'
import { onDemand } from './on-demand.tsx'

/* Dialogs of pages that most visits begin with. Their components are a tenth of the scripts of such a page. */

const loadDialogs = () => import('./dialog.tsx')

export const LazyDialog = openedOnDemand(async () => (await loadDialogs()).Dialog)
export const LazySideDialog = openedOnDemand(async () => (await loadDialogs()).SideDialog)

/** A dialog whose scripts are loaded when it is first opened. Until then it shows nothing, or why they cannot be loaded. */
export function openedOnDemand<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = onDemand<Props>(
    async () => openedAfterMount(await load()),
    () => null,
  )
  return function OpenedOnDemand(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    return wasOpened ? <Loaded {...props} /> : null
  }
}

/** A dialog that opens after it was mounted: only then it knows what had the focus, and returns the focus to it. */
function openedAfterMount<Props extends { opened: boolean }>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return function OpenedAfterMount(props: Props) {
    const [isMounted, setMounted] = useState(false)
    useEffect(() => setMounted(true), [])
    return <Dialog {...props} opened={props.opened && isMounted} />
  }
}

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type OfAnchor = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>

/** Words that lead to another page of ours; its address and parameters are checked against the pages there are. */
export const TextLink = createLink((props: Omit<AnchorProps, 'href'> & OfAnchor) => (
  <Anchor underline="always" {...props} />
))

/** A button that leads to another page of ours. */
export const ButtonLink = createLink((props: ButtonProps & OfAnchor) => <Button component="a" {...props} />)

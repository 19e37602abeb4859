import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type AnchorAttributes = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>

/** A text link to a page; its address and parameters are type-checked against the routes. */
export const TextLink = createLink((props: Omit<AnchorProps, 'href'> & AnchorAttributes) => (
  <Anchor underline="always" {...props} />
))

/** A link that looks like a button. */
export const ButtonAnchor = (props: ButtonProps & AnchorAttributes) => (
  <Button component="a" renderRoot={(root) => <a {...root} />} {...props} />
)

/** A link to a page that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)

import { Fieldset, type FieldsetProps } from '@mantine/core'
import css from './field-group.module.css'

/** A fieldset with its legend on the border. */
export function FieldGroup({ className = '', ...props }: FieldsetProps) {
  return <Fieldset className={`${css.group} ${className}`} {...props} />
}

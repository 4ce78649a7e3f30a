import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> }

/** A link that looks like a button. Unlike `Button component={Link}` it knows the queries of its pages. */
export const LinkButton = createLink((props: Props) => <Button component="a" {...props} />)

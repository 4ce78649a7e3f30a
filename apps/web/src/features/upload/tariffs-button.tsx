import { uploadTexts } from '@doslovno/texts/upload.ts'
import type { ButtonProps } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'

import { LinkButton } from '#ui/link-button.tsx'

/** Leads to the tariffs, and back to this page after the payment. */
export function TariffsButton(props: ButtonProps) {
  const from = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <LinkButton size="md" {...props} to="/tariffs" search={{ from }}>
      {uploadTexts.chooseTariff}
    </LinkButton>
  )
}

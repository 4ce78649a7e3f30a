import { unsubscribeTexts } from '@doslovno/texts/account/notifications.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { getRouteApi } from '@tanstack/react-router'

import { Unsubscribe } from '#features/notifications/index.ts'

const route = getRouteApi('/framed/unsubscribe')

export function UnsubscribePage() {
  const { token = '' } = route.useSearch()
  return (
    <>
      <title>{pageTitle(unsubscribeTexts.confirm)}</title>
      <Unsubscribe token={token} />
    </>
  )
}

import type { AccountInfo, User } from '@doslovno/contract/accounts.ts'
import { notificationTexts } from '@doslovno/texts/account/notifications.ts'

import { Section } from '#ui/section.tsx'

import { BrowserPush } from './browser-push.tsx'
import { EmailForm } from './email-form.tsx'

import classes from './notifications.module.css'

type Props = { user: User; targets: AccountInfo['notificationTargets'] }

/** How the user learns that a file is done: by mail, and by notifications of browsers. */
export function Notifications({ user, targets }: Props) {
  const email = targets.find(({ target }) => target === 'email')
  const isPushOn = targets.some(({ target }) => target === 'push')
  return (
    <Section title={notificationTexts.title} id="notifications">
      <p className={classes.lead}>{notificationTexts.lead}</p>
      {/* Another tab or a mailed link may change what is saved; the form begins anew then. */}
      <EmailForm
        key={JSON.stringify(email ?? null)}
        address={user.email}
        savedFormats={email?.formats}
        isPushOn={isPushOn}
      />
      <BrowserPush />
    </Section>
  )
}

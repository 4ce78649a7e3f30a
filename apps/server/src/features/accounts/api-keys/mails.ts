import { keyNotice as keyNoticeText } from '@doslovno/texts/account/api-access.ts'
import * as z from 'zod'

import { defineMail } from '#features/mails/index.ts'

/** Tells the owner of an account that it has a new API key. */
export const keyNotice = defineMail({
  name: 'api-keys.notice',
  data: z.object({ email: z.string(), name: z.string() }),
  write: ({ config }, { email, name }) => ({
    to: email,
    content: keyNoticeText({ name, link: `${config.publicUrl}/account#api` }),
  }),
})

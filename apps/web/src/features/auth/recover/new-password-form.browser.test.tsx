import { expect, it } from 'vitest'

import { openAt } from '#test/app.tsx'
import { stubServer } from '#test/server.ts'

it('removes what a stranger has added, if the owner says that there was one [AUTH-11]', async () => {
  const server = stubServer({ 'POST /api/account/recover-password-confirm': { status: 200, body: {} } })
  const screen = await openAt('/auth/recover-password-confirm?token=t1')

  await screen.getByLabelText('Новый пароль', { exact: true }).fill('Secret12!')
  await screen.getByRole('checkbox', { name: 'В\u00a0аккаунт заходил кто-то чужой' }).click()
  await screen.getByRole('button', { name: 'Сохранить пароль' }).click()

  await expect.element(screen.getByText('Пароль успешно изменен')).toBeVisible()
  expect(server.requests[0]?.body).toEqual({ token: 't1', newPassword: 'Secret12!', isStolen: true })
})

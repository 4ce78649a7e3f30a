import { TextInput } from '@mantine/core'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { ApiError } from '#lib/http/api-error.ts'
import { Kit } from '#ui/kit.tsx'

import { useAppForm } from './use-app-form.ts'

type Values = { name: string; surname: string }
type Submit = (values: Values) => Promise<void>

function TestForm({ onSubmit }: { onSubmit: Submit }) {
  const form = useAppForm<Values>({
    initialValues: { name: '', surname: '' },
    required: ['name'],
    onSubmit,
    onFailure: () => ({ name: { code: 'unknown', message: 'Сервер молчит' } }),
  })
  const name = form.field('name')
  const surname = form.field('surname')
  return (
    <form onSubmit={form.submit} noValidate>
      <TextInput {...name} label="Имя" withAsterisk={false} />
      <TextInput {...surname} label="Фамилия" />
      <button type="submit">{form.pending ? 'Отправляем' : 'Отправить'}</button>
    </form>
  )
}

async function open(onSubmit: Submit) {
  const screen = await render(<TestForm onSubmit={onSubmit} />, { wrapper: Kit })
  return {
    screen,
    name: screen.getByLabelText('Имя'),
    surname: screen.getByLabelText('Фамилия'),
    send: () => screen.getByRole('button').click(),
  }
}

const refusal = (fields: Record<string, { code: string; message: string }>) =>
  new ApiError(400, { error: 'Invalid request', code: 'invalidRequest', message: 'Invalid request', fields })

describe('a form', () => {
  it('shows «Поле должно быть заполнено» on a blank required field and does not submit [FORM-1] [FORM-2]', async () => {
    const onSubmit = vi.fn<Submit>(() => Promise.resolve())
    const { screen, name, send } = await open(onSubmit)

    await name.fill('   ')
    await send()

    await expect.element(screen.getByText('Поле должно быть заполнено')).toBeVisible()
    await expect.element(name).toBeInvalid()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('submits its values when every required field is filled in [FORM-2]', async () => {
    const onSubmit = vi.fn<Submit>(() => Promise.resolve())
    const { name, send } = await open(onSubmit)

    await name.fill('Анна')
    await send()

    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Анна', surname: '' }))
  })

  it('is pending while the handler runs, and does not submit twice [FORM-2]', async () => {
    const done = Promise.withResolvers<void>()
    const onSubmit = vi.fn<Submit>(() => done.promise)
    const { screen, name, send } = await open(onSubmit)

    await name.fill('Анна')
    await send()
    await expect.element(screen.getByText('Отправляем')).toBeVisible()
    await send()
    done.resolve()

    await expect.element(screen.getByText('Отправить')).toBeVisible()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('puts server errors on the fields they name [FORM-3] [FORM-5]', async () => {
    const { screen, name, surname, send } = await open(() =>
      Promise.reject(refusal({ surname: { code: 'tooShort', message: 'Too short' } })),
    )

    await name.fill('Анна')
    await send()

    await expect.element(surname).toBeInvalid()
    await expect.element(surname).toHaveAccessibleDescription('Слишком коротко')
    await expect.element(name).toBeValid()
    await expect.element(screen.getByText('Сервер молчит')).not.toBeInTheDocument()
  })

  it('asks its owner for the message when the server names no field [FORM-3]', async () => {
    const { screen, name, send } = await open(() => Promise.reject(new ApiError(0, null)))

    await name.fill('Анна')
    await send()

    await expect.element(screen.getByText('Сервер молчит')).toBeVisible()
  })

  it('clears a field error when the value changes [FORM-4]', async () => {
    const { screen, name, send } = await open(() => Promise.resolve())
    await send()
    await expect.element(screen.getByText('Поле должно быть заполнено')).toBeVisible()

    await name.fill('А')

    await expect.element(screen.getByText('Поле должно быть заполнено')).not.toBeInTheDocument()
    await expect.element(name).toBeValid()
  })

  it('exposes which fields are required [FORM-6]', async () => {
    const { name, surname } = await open(() => Promise.resolve())

    await expect.element(name).toBeRequired()
    await expect.element(surname).not.toBeRequired()
  })
})

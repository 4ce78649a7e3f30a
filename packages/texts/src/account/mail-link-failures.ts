import type { ErrorCode } from '@doslovno/domain/errors.ts'

type Texts = Partial<Record<ErrorCode, string>>

const ofRegistration: Texts = {
  tokenUsed: 'Ссылка уже была использована',
  wrongToken: 'Неверная ссылка',
  userExists: 'Пользователь с таким e-mail уже зарегистрирован',
}

const ofRecovery: Texts = {
  tokenUsed: 'Ссылка уже была использована для восстановления пароля',
  tokenNotValid: 'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку',
}

const ofChange: Texts = {
  tokenUsed: 'Данная ссылка уже была использована',
  tokenNotValid: 'Данная ссылка не действительна',
}

/** Why a registration was not confirmed; for other failures the wire text is shown as it is. */
export function registrationFailure(code: ErrorCode | undefined, wireText: string): string {
  return textOf(ofRegistration, code) ?? wireText
}

/** Why a link cannot set a new password; undefined if the cause is not the link. */
export function recoveryFailure(code: ErrorCode | undefined): string | undefined {
  return textOf(ofRecovery, code)
}

/** Why a new e-mail or password was not confirmed; undefined for other failures. */
export function changeFailure(code: ErrorCode | undefined): string | undefined {
  return textOf(ofChange, code)
}

function textOf(texts: Texts, code: ErrorCode | undefined): string | undefined {
  return code && texts[code]
}

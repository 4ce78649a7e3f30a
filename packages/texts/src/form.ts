const byCode = new Map(
  Object.entries({
    required: 'Поле должно быть заполнено',
    wrongFormat: 'Неверный формат',
    tooShort: 'Слишком коротко',
    switchedOff: 'Мы временно это отключили. Попробуй позже.',
    busy: 'Уже занято, выбери другое значение',
    invalidDate: 'Такой даты не бывает',
    publicUrlReserved: 'Этот адрес зарезервирован, выбери другой',
    publicUrlBusy: 'Этот адрес уже занят, выбери другой',
    invalidPublicUrl: 'В адресе могут быть только латинские буквы, цифры и дефис',
    invalidLink: 'Ошибка: Ссылка должна начинаться на http:// или https://',
    linkUnsupported: 'Данная ссылка не поддерживается',
    urlAccessDenied: 'Проверь, что файл по ссылке находится в открытом доступе',
    errorOccurred: 'Ошибка загрузки ссылки',
    'webhook.scheme': 'Адрес должен начинаться с https://',
    'webhook.port': 'Этот порт закрыт: подойдут 443 и 80',
    'webhook.credentials': 'Убери из адреса имя и пароль — подпись докажет, что событие от нас',
    'webhook.address': 'Это адрес внутренней сети: нужен тот, что виден из интернета',
    'auth.passwordTooShort': 'Пароль должен быть не короче 8 символов',
    'auth.passwordMustContainerLetters': 'В пароле должна быть хотя бы 1 буква',
    'auth.passwordMustContainNumbers': 'В пароле должна быть хотя бы 1 цифра',
    'auth.passwordBreached': 'Этот пароль слишком известен — придумай другой',
    'auth.phoneWrongFormat': 'Проверь номер телефона: в нём ошибка',
    'auth.phoneAlreadyTaken': 'Этот номер телефона уже занят',
    'auth.emailWrongFormat': 'Проверь e-mail: в нём ошибка',
    'auth.emailAlreadyTaken': 'Этот e-mail уже занят',
    'auth.wrongLogin': 'Неверный e-mail или пароль',
    'auth.wrongEmail': 'Неверный e-mail',
    'auth.wrongPassword': 'Неверный пароль',
    'auth.wrongConfirmCode': 'Неверный код подтверждения',
    'auth.emailNotFound': 'Аккаунт с таким e-mail не найден',
  }),
)

/** The message of a form field for an error code. */
export function fieldErrorText(code: string): string {
  return byCode.get(code) ?? 'Произошла ошибка'
}

export const numberTexts = {
  notNumber: 'Введите числовое значение',
  less: 'Меньше',
  more: 'Больше',
} as const

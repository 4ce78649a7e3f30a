export const accountTexts = {
  title: 'Аккаунт',
  contacts: {
    title: 'Контактные данные',
    name: 'Имя',
    surname: 'Фамилия',
    email: 'E-mail',
    password: 'Новый пароль',
    passwordHint: 'Оставь пустым, чтобы не менять',
    passwordNeedsEmail: 'Сначала добавь e-mail: на него придёт письмо для подтверждения',
    save: 'Сохранить',
    saved: 'Изменения сохранены',
    failed: 'Не удалось сохранить. Попробуй ещё раз.',
    sent: 'Письмо отправлено',
    emailSent: (address: string) =>
      `Мы отправили письмо на новый адрес ${address}. Он сменится, когда ты откроешь ссылку из письма.`,
    passwordSent: (address: string) =>
      `Мы отправили письмо на ${address}. Новый пароль заработает, когда ты откроешь ссылку из письма.`,
  },
  tariff: {
    title: 'Тариф',
    files: (size: string) => `Файлы до\u00a0${size}`,
  },
  logout: 'Выйти из аккаунта',
} as const

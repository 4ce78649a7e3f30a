/** Summary templates of a new installation. */
export const templateTexts = [
  { code: 'standard', name: 'Обычный', description: 'О чём запись, главное и тезисы' },
  { code: 'minutes', name: 'Протокол встречи', description: 'Решения, задачи, ответственные и сроки' },
  { code: 'lecture', name: 'Конспект лекции', description: 'Темы по порядку, определения и примеры' },
  { code: 'interview', name: 'Интервью', description: 'Вопросы и ответы, яркие цитаты' },
  { code: 'call', name: 'Звонок с клиентом', description: 'Потребности, возражения и следующие шаги' },
] as const

const folder = { id: 'Идентификатор папки.' }
const scriptIds = 'Идентификаторы файлов, до ста.'

/** Calls of folders and of many files at once, in the document of the public API. */
export const folderOperations = {
  listFolders: {
    summary: 'Список папок',
    description: 'По алфавиту. Файлы одной папки даёт список файлов с `folder`.',
    reply: { data: 'Папки.' },
  },
  createFolder: {
    summary: 'Создать папку',
    description: 'Названия не повторяются, регистр не важен. Папок может быть до пятисот.',
    body: { name: 'Название.' },
    reply: { folder: 'Папка.' },
  },
  renameFolder: {
    summary: 'Переименовать папку',
    description: 'Файлы остаются в ней.',
    params: folder,
    body: { name: 'Новое название.' },
    reply: { folder: 'Папка после изменения.' },
  },
  deleteFolder: {
    summary: 'Удалить папку',
    description: 'Файлы не удаляются: они остаются в общем списке.',
    params: folder,
    reply: {},
  },
  moveScripts: {
    summary: 'Переместить файлы в папку',
    description: 'Все сразу: если хотя бы один файл не твой или его нет, не переместится ни один.',
    body: { scriptIds, folderId: 'Папка; `null` — убрать из папок.' },
    reply: {},
  },
  deleteScripts: {
    summary: 'Удалить несколько файлов',
    description:
      'Как удаление одного, но сразу до ста. Если хотя бы один файл не твой или его нет, не удалится ни один.',
    body: { scriptIds },
    reply: {},
  },
} as const

/** Objects of folders. */
export const folderComponents = {
  Folder: {
    about: 'Папка с файлами.',
    fields: { id: 'Идентификатор.', name: 'Название.', files: 'Сколько в ней файлов.' },
  },
} as const

import { UserError } from '../contract/user-error.ts';

/** What of the data of a page its words depend on. */
export interface WordData {
  readonly language?: string;
  readonly site?: { readonly language?: string };
  /** The author's own words, by language: `site/_data/words.json`. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
}

/** The words that layouts and scripts print around the content, by language. What stands in braces is filled in where a word is printed. */
// biome-ignore format: a table
export const interfaceWords = {
  en: {
    skip: 'Skip to content', main: 'Main', menu: 'Menu', search: 'Search', repository: 'Repository', version: 'Version {version}',
    theme: 'Theme', auto: 'Auto', light: 'Light', dark: 'Dark', machineReadable: 'Machine-readable',
    forAgents: 'For agents', twinAt: 'This page exists as Markdown at {url}.', indexAt: 'The index of this site for agents is {url}.',
    asMarkdown: 'This page as Markdown', copyMarkdown: 'Copy Markdown', openIn: 'Open in', draft: 'Draft: shown in preview only',
    copy: 'Copy', copied: 'Copied', notCopied: 'Not copied: open the Markdown link',
    breadcrumb: 'Breadcrumb', pages: 'Pages', allPages: 'All {count} pages', onThisPage: 'On this page', table: 'Table: {heads}',
    lastChanged: 'Last changed:', edit: 'Edit this page', neighbours: 'Neighbouring pages',
    older: 'This is version {version}. The current version is {current}: {link}.', samePage: 'read this page there', firstPage: 'begin there',
    found: 'Pages found: {count}', nothingFound: 'Nothing found', noIndex: 'There is no index here; it is made by the build.',
    notFound: 'Nothing is published here', notFoundText: 'There is no page at this address. It may have moved, or the link may be mistyped.',
    home: 'Home', everyPage: 'Every page, as a list', agentIndex: 'The index for agents',
    postsOn: 'Posts on {tag}', postsOnText: 'The posts of this site with the tag {tag}, newest first.',
  },
  de: {
    skip: 'Zum Inhalt springen', main: 'Hauptnavigation', menu: 'Menü', search: 'Suche', repository: 'Quelltext', version: 'Version {version}',
    theme: 'Farbschema', auto: 'Automatisch', light: 'Hell', dark: 'Dunkel', machineReadable: 'Maschinenlesbar',
    forAgents: 'Für Agenten', twinAt: 'Diese Seite gibt es als Markdown unter {url}.', indexAt: 'Das Verzeichnis dieser Website für Agenten ist {url}.',
    asMarkdown: 'Diese Seite als Markdown', copyMarkdown: 'Markdown kopieren', openIn: 'Öffnen in', draft: 'Entwurf: nur in der Vorschau sichtbar',
    copy: 'Kopieren', copied: 'Kopiert', notCopied: 'Nicht kopiert: bitte den Link „Markdown“ öffnen',
    breadcrumb: 'Brotkrümelnavigation', pages: 'Seiten', allPages: 'Alle {count} Seiten', onThisPage: 'Auf dieser Seite', table: 'Tabelle: {heads}',
    lastChanged: 'Zuletzt geändert:', edit: 'Diese Seite bearbeiten', neighbours: 'Benachbarte Seiten',
    older: 'Dies ist Version {version}. Die aktuelle Version ist {current}: {link}.', samePage: 'diese Seite dort lesen', firstPage: 'dort beginnen',
    found: 'Gefundene Seiten: {count}', nothingFound: 'Nichts gefunden', noIndex: 'Hier gibt es keinen Suchindex; er entsteht beim Bauen der Website.',
    notFound: 'Seite nicht gefunden', notFoundText: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder der Link enthält einen Tippfehler.',
    home: 'Startseite', everyPage: 'Alle Seiten als Liste', agentIndex: 'Das Verzeichnis für Agenten',
    postsOn: 'Beiträge zu {tag}', postsOnText: 'Die Beiträge dieser Website mit dem Schlagwort {tag}, die neuesten zuerst.',
  },
  fr: {
    skip: 'Aller au contenu', main: 'Navigation principale', menu: 'Menu', search: 'Rechercher', repository: 'Dépôt', version: 'Version {version}',
    theme: 'Thème', auto: 'Auto', light: 'Clair', dark: 'Sombre', machineReadable: 'Lisible par les machines',
    forAgents: 'Pour les agents', twinAt: 'Cette page existe en Markdown à l’adresse {url}.', indexAt: 'L’index de ce site pour les agents est {url}.',
    asMarkdown: 'Cette page en Markdown', copyMarkdown: 'Copier le Markdown', openIn: 'Ouvrir dans', draft: 'Brouillon : visible seulement dans l’aperçu',
    copy: 'Copier', copied: 'Copié', notCopied: 'Non copié : ouvrez le lien Markdown',
    breadcrumb: 'Fil d’Ariane', pages: 'Pages', allPages: 'Les {count} pages', onThisPage: 'Sur cette page', table: 'Tableau : {heads}',
    lastChanged: 'Dernière modification :', edit: 'Modifier cette page', neighbours: 'Pages voisines',
    older: 'Ceci est la version {version}. La version actuelle est la {current} : {link}.', samePage: 'lire cette page dans cette version', firstPage: 'commencer par cette version',
    found: 'Pages trouvées : {count}', nothingFound: 'Aucun résultat', noIndex: 'Il n’y a pas d’index ici ; il est créé à la construction du site.',
    notFound: 'Page introuvable', notFoundText: 'Il n’y a pas de page à cette adresse. Elle a peut-être été déplacée, ou le lien contient une faute de frappe.',
    home: 'Accueil', everyPage: 'La liste de toutes les pages', agentIndex: 'L’index pour les agents',
    postsOn: 'Articles sur {tag}', postsOnText: 'Les articles de ce site avec l’étiquette {tag}, du plus récent au plus ancien.',
  },
  es: {
    skip: 'Saltar al contenido', main: 'Navegación principal', menu: 'Menú', search: 'Buscar', repository: 'Repositorio', version: 'Versión {version}',
    theme: 'Tema', auto: 'Automático', light: 'Claro', dark: 'Oscuro', machineReadable: 'Legible por máquinas',
    forAgents: 'Para agentes', twinAt: 'Esta página existe en Markdown en {url}.', indexAt: 'El índice de este sitio para agentes es {url}.',
    asMarkdown: 'Esta página en Markdown', copyMarkdown: 'Copiar Markdown', openIn: 'Abrir en', draft: 'Borrador: solo se ve en la vista previa',
    copy: 'Copiar', copied: 'Copiado', notCopied: 'No se ha copiado: abra el enlace Markdown',
    breadcrumb: 'Ruta de navegación', pages: 'Páginas', allPages: 'Las {count} páginas', onThisPage: 'En esta página', table: 'Tabla: {heads}',
    lastChanged: 'Última modificación:', edit: 'Editar esta página', neighbours: 'Páginas contiguas',
    older: 'Esta es la versión {version}. La versión actual es la {current}: {link}.', samePage: 'leer esta página en ella', firstPage: 'empezar por ella',
    found: 'Páginas encontradas: {count}', nothingFound: 'No se encontraron resultados', noIndex: 'Aquí no hay índice; se crea al generar el sitio.',
    notFound: 'Página no encontrada', notFoundText: 'No hay ninguna página en esta dirección. Puede que se haya movido o que el enlace esté mal escrito.',
    home: 'Inicio', everyPage: 'La lista de todas las páginas', agentIndex: 'El índice para agentes',
    postsOn: 'Entradas sobre {tag}', postsOnText: 'Las entradas de este sitio con la etiqueta {tag}, de la más reciente a la más antigua.',
  },
  it: {
    skip: 'Vai al contenuto', main: 'Navigazione principale', menu: 'Menu', search: 'Cerca', repository: 'Repository', version: 'Versione {version}',
    theme: 'Tema', auto: 'Automatico', light: 'Chiaro', dark: 'Scuro', machineReadable: 'Leggibile dalle macchine',
    forAgents: 'Per gli agenti', twinAt: 'Questa pagina esiste in Markdown all’indirizzo {url}.', indexAt: 'L’indice di questo sito per gli agenti è {url}.',
    asMarkdown: 'Questa pagina in Markdown', copyMarkdown: 'Copia Markdown', openIn: 'Apri in', draft: 'Bozza: visibile solo in anteprima',
    copy: 'Copia', copied: 'Copiato', notCopied: 'Non copiato: apri il link Markdown',
    breadcrumb: 'Percorso di navigazione', pages: 'Pagine', allPages: 'Tutte le {count} pagine', onThisPage: 'In questa pagina', table: 'Tabella: {heads}',
    lastChanged: 'Ultima modifica:', edit: 'Modifica questa pagina', neighbours: 'Pagine vicine',
    older: 'Questa è la versione {version}. La versione attuale è la {current}: {link}.', samePage: 'leggi lì questa pagina', firstPage: 'comincia da lì',
    found: 'Pagine trovate: {count}', nothingFound: 'Nessun risultato', noIndex: 'Qui non c’è un indice; viene creato con la build del sito.',
    notFound: 'Pagina non trovata', notFoundText: 'A questo indirizzo non c’è nessuna pagina. Forse è stata spostata, o il link contiene un errore.',
    home: 'Pagina iniziale', everyPage: 'L’elenco di tutte le pagine', agentIndex: 'L’indice per gli agenti',
    postsOn: 'Articoli su {tag}', postsOnText: 'Gli articoli di questo sito con l’etichetta {tag}, dal più recente.',
  },
  pt: {
    skip: 'Ir para o conteúdo', main: 'Navegação principal', menu: 'Menu', search: 'Pesquisar', repository: 'Repositório', version: 'Versão {version}',
    theme: 'Tema', auto: 'Automático', light: 'Claro', dark: 'Escuro', machineReadable: 'Legível por máquinas',
    forAgents: 'Para agentes', twinAt: 'Esta página existe em Markdown em {url}.', indexAt: 'O índice deste site para agentes é {url}.',
    asMarkdown: 'Esta página em Markdown', copyMarkdown: 'Copiar Markdown', openIn: 'Abrir em', draft: 'Rascunho: visível apenas na pré-visualização',
    copy: 'Copiar', copied: 'Copiado', notCopied: 'Não copiado: abra o link Markdown',
    breadcrumb: 'Trilha de navegação', pages: 'Páginas', allPages: 'Todas as {count} páginas', onThisPage: 'Nesta página', table: 'Tabela: {heads}',
    lastChanged: 'Última alteração:', edit: 'Editar esta página', neighbours: 'Páginas vizinhas',
    older: 'Esta é a versão {version}. A versão atual é a {current}: {link}.', samePage: 'ler esta página nela', firstPage: 'começar por ela',
    found: 'Páginas encontradas: {count}', nothingFound: 'Nenhum resultado encontrado', noIndex: 'Não há índice aqui; ele é criado ao gerar o site.',
    notFound: 'Página não encontrada', notFoundText: 'Não há nenhuma página neste endereço. Ela pode ter sido movida, ou o link pode ter um erro.',
    home: 'Página inicial', everyPage: 'A lista de todas as páginas', agentIndex: 'O índice para agentes',
    postsOn: 'Artigos sobre {tag}', postsOnText: 'Os artigos deste site com a etiqueta {tag}, do mais recente ao mais antigo.',
  },
  nl: {
    skip: 'Ga naar de inhoud', main: 'Hoofdnavigatie', menu: 'Menu', search: 'Zoeken', repository: 'Repository', version: 'Versie {version}',
    theme: 'Thema', auto: 'Automatisch', light: 'Licht', dark: 'Donker', machineReadable: 'Machineleesbaar',
    forAgents: 'Voor agents', twinAt: 'Deze pagina bestaat als Markdown op {url}.', indexAt: 'De index van deze site voor agents is {url}.',
    asMarkdown: 'Deze pagina als Markdown', copyMarkdown: 'Markdown kopiëren', openIn: 'Openen in', draft: 'Concept: alleen zichtbaar in het voorbeeld',
    copy: 'Kopiëren', copied: 'Gekopieerd', notCopied: 'Niet gekopieerd: open de link Markdown',
    breadcrumb: 'Kruimelpad', pages: 'Pagina’s', allPages: 'Alle {count} pagina’s', onThisPage: 'Op deze pagina', table: 'Tabel: {heads}',
    lastChanged: 'Laatst gewijzigd:', edit: 'Deze pagina bewerken', neighbours: 'Aangrenzende pagina’s',
    older: 'Dit is versie {version}. De huidige versie is {current}: {link}.', samePage: 'lees deze pagina daar', firstPage: 'begin daar',
    found: 'Gevonden pagina’s: {count}', nothingFound: 'Niets gevonden', noIndex: 'Hier is geen zoekindex; die wordt gemaakt bij het bouwen van de site.',
    notFound: 'Pagina niet gevonden', notFoundText: 'Op dit adres is geen pagina. Misschien is ze verplaatst, of bevat de link een typefout.',
    home: 'Startpagina', everyPage: 'Alle pagina’s als lijst', agentIndex: 'De index voor agents',
    postsOn: 'Berichten over {tag}', postsOnText: 'De berichten van deze site met de tag {tag}, de nieuwste eerst.',
  },
  pl: {
    skip: 'Przejdź do treści', main: 'Nawigacja główna', menu: 'Menu', search: 'Szukaj', repository: 'Repozytorium', version: 'Wersja {version}',
    theme: 'Motyw', auto: 'Automatyczny', light: 'Jasny', dark: 'Ciemny', machineReadable: 'Do odczytu maszynowego',
    forAgents: 'Dla agentów', twinAt: 'Ta strona istnieje jako Markdown pod adresem {url}.', indexAt: 'Indeks tej witryny dla agentów to {url}.',
    asMarkdown: 'Ta strona jako Markdown', copyMarkdown: 'Kopiuj Markdown', openIn: 'Otwórz w', draft: 'Szkic: widoczny tylko w podglądzie',
    copy: 'Kopiuj', copied: 'Skopiowano', notCopied: 'Nie skopiowano: otwórz odnośnik Markdown',
    breadcrumb: 'Ścieżka nawigacji', pages: 'Strony', allPages: 'Wszystkie strony ({count})', onThisPage: 'Na tej stronie', table: 'Tabela: {heads}',
    lastChanged: 'Ostatnia zmiana:', edit: 'Edytuj tę stronę', neighbours: 'Sąsiednie strony',
    older: 'To jest wersja {version}. Aktualna wersja to {current}: {link}.', samePage: 'przeczytaj tam tę stronę', firstPage: 'zacznij tam',
    found: 'Znalezione strony: {count}', nothingFound: 'Nic nie znaleziono', noIndex: 'Nie ma tu indeksu; powstaje podczas budowania witryny.',
    notFound: 'Nie znaleziono strony', notFoundText: 'Pod tym adresem nie ma strony. Mogła zostać przeniesiona albo odnośnik zawiera literówkę.',
    home: 'Strona główna', everyPage: 'Lista wszystkich stron', agentIndex: 'Indeks dla agentów',
    postsOn: 'Wpisy na temat {tag}', postsOnText: 'Wpisy w tej witrynie z tagiem {tag}, od najnowszych.',
  },
  ja: {
    skip: 'コンテンツにスキップ', main: 'メインナビゲーション', menu: 'メニュー', search: '検索', repository: 'リポジトリ', version: 'バージョン {version}',
    theme: 'テーマ', auto: '自動', light: 'ライト', dark: 'ダーク', machineReadable: '機械可読',
    forAgents: 'エージェント向け', twinAt: 'このページの Markdown 版は {url} にあります。', indexAt: 'このサイトのエージェント向けの索引は {url} です。',
    asMarkdown: 'このページの Markdown 版', copyMarkdown: 'Markdown をコピー', openIn: '次で開く', draft: '下書き: プレビューでのみ表示されます',
    copy: 'コピー', copied: 'コピーしました', notCopied: 'コピーできませんでした。Markdown のリンクを開いてください',
    breadcrumb: 'パンくずリスト', pages: 'ページ', allPages: '全 {count} ページ', onThisPage: '目次', table: '表: {heads}',
    lastChanged: '最終更新日:', edit: 'このページを編集', neighbours: '前後のページ',
    older: 'これはバージョン {version} です。現在のバージョンは {current} です。{link}。', samePage: 'このページを現在のバージョンで読む', firstPage: '現在のバージョンを読み始める',
    found: '見つかったページ: {count}', nothingFound: '検索結果はありません', noIndex: 'ここには索引がありません。索引はサイトのビルド時に作られます。',
    notFound: 'ページが見つかりません', notFoundText: 'このアドレスにページはありません。移動したか、リンクに誤りがある可能性があります。',
    home: 'ホーム', everyPage: 'すべてのページの一覧', agentIndex: 'エージェント向けの索引',
    postsOn: '「{tag}」の記事', postsOnText: 'このサイトの「{tag}」タグが付いた記事を新しい順に表示します。',
  },
  zh: {
    skip: '跳转到内容', main: '主导航', menu: '菜单', search: '搜索', repository: '代码仓库', version: '版本 {version}',
    theme: '主题', auto: '自动', light: '浅色', dark: '深色', machineReadable: '机器可读',
    forAgents: '面向智能体', twinAt: '本页的 Markdown 版本位于 {url}。', indexAt: '本站面向智能体的索引是 {url}。',
    asMarkdown: '本页的 Markdown 版本', copyMarkdown: '复制 Markdown', openIn: '打开方式', draft: '草稿：仅在预览中显示',
    copy: '复制', copied: '已复制', notCopied: '复制失败：请打开 Markdown 链接',
    breadcrumb: '面包屑导航', pages: '页面', allPages: '全部 {count} 个页面', onThisPage: '本页内容', table: '表格：{heads}',
    lastChanged: '最近更新：', edit: '编辑本页', neighbours: '相邻页面',
    older: '这是版本 {version}。当前版本是 {current}：{link}。', samePage: '在当前版本中阅读本页', firstPage: '从当前版本开始阅读',
    found: '找到的页面：{count}', nothingFound: '未找到结果', noIndex: '这里没有索引；索引在构建网站时生成。',
    notFound: '页面未找到', notFoundText: '此地址没有页面。页面可能已移动，或者链接有误。',
    home: '首页', everyPage: '所有页面的列表', agentIndex: '面向智能体的索引',
    postsOn: '关于“{tag}”的文章', postsOnText: '本站带有标签“{tag}”的文章，最新的在前。',
  },
  ar: {
    skip: 'تخطَّ إلى المحتوى', main: 'التنقل الرئيسي', menu: 'القائمة', search: 'بحث', repository: 'المستودع', version: 'الإصدار {version}',
    theme: 'السمة', auto: 'تلقائي', light: 'فاتح', dark: 'داكن', machineReadable: 'مقروء آليًا',
    forAgents: 'للوكلاء', twinAt: 'هذه الصفحة متاحة بصيغة Markdown على {url}.', indexAt: 'فهرس هذا الموقع للوكلاء هو {url}.',
    asMarkdown: 'هذه الصفحة بصيغة Markdown', copyMarkdown: 'نسخ Markdown', openIn: 'فتح في', draft: 'مسودة: تظهر في المعاينة فقط',
    copy: 'نسخ', copied: 'تم النسخ', notCopied: 'تعذّر النسخ: افتح رابط Markdown',
    breadcrumb: 'مسار التنقل', pages: 'الصفحات', allPages: 'كل الصفحات ({count})', onThisPage: 'على هذه الصفحة', table: 'جدول: {heads}',
    lastChanged: 'آخر تعديل:', edit: 'تعديل هذه الصفحة', neighbours: 'الصفحات المجاورة',
    older: 'هذا هو الإصدار {version}. الإصدار الحالي هو {current}: {link}.', samePage: 'اقرأ هذه الصفحة هناك', firstPage: 'ابدأ من هناك',
    found: 'عدد الصفحات: {count}', nothingFound: 'لا توجد نتائج', noIndex: 'لا يوجد فهرس هنا؛ يُنشأ الفهرس عند بناء الموقع.',
    notFound: 'الصفحة غير موجودة', notFoundText: 'لا توجد صفحة على هذا العنوان. ربما نُقلت، أو قد يكون في الرابط خطأ.',
    home: 'الصفحة الرئيسية', everyPage: 'قائمة بكل الصفحات', agentIndex: 'الفهرس المخصص للوكلاء',
    postsOn: 'مقالات عن {tag}', postsOnText: 'مقالات هذا الموقع التي تحمل الوسم {tag}، الأحدث أولًا.',
  },
  he: {
    skip: 'דילוג לתוכן', main: 'ניווט ראשי', menu: 'תפריט', search: 'חיפוש', repository: 'מאגר', version: 'גרסה {version}',
    theme: 'ערכת נושא', auto: 'אוטומטי', light: 'בהיר', dark: 'כהה', machineReadable: 'קריא למכונה',
    forAgents: 'לסוכנים', twinAt: 'דף זה קיים כ־Markdown בכתובת {url}.', indexAt: 'האינדקס של אתר זה לסוכנים הוא {url}.',
    asMarkdown: 'דף זה כ־Markdown', copyMarkdown: 'העתקת Markdown', openIn: 'פתיחה ב־', draft: 'טיוטה: מוצגת בתצוגה מקדימה בלבד',
    copy: 'העתקה', copied: 'הועתק', notCopied: 'ההעתקה נכשלה: יש לפתוח את הקישור Markdown',
    breadcrumb: 'נתיב ניווט', pages: 'דפים', allPages: 'כל {count} הדפים', onThisPage: 'בדף זה', table: 'טבלה: {heads}',
    lastChanged: 'שינוי אחרון:', edit: 'עריכת דף זה', neighbours: 'דפים סמוכים',
    older: 'זוהי גרסה {version}. הגרסה הנוכחית היא {current}: {link}.', samePage: 'לקריאת דף זה שם', firstPage: 'להתחלה שם',
    found: 'דפים שנמצאו: {count}', nothingFound: 'לא נמצאו תוצאות', noIndex: 'אין כאן אינדקס; הוא נוצר בבניית האתר.',
    notFound: 'הדף לא נמצא', notFoundText: 'אין דף בכתובת זו. ייתכן שהוא הועבר, או שיש שגיאה בקישור.',
    home: 'דף הבית', everyPage: 'רשימת כל הדפים', agentIndex: 'האינדקס לסוכנים',
    postsOn: 'פוסטים בנושא {tag}', postsOnText: 'הפוסטים באתר זה עם התגית {tag}, מהחדש לישן.',
  },
};

type InterfaceWord = keyof (typeof interfaceWords)['en'];

const table: Readonly<Record<string, Readonly<Record<InterfaceWord, string>>>> = interfaceWords;

/** A word in the language of a page: the author's own, else that of the table, in English where the language is not known. */
export function interfaceWord(name: InterfaceWord, { language, site, words }: WordData): string {
  const tag = language ?? site?.language ?? 'en';
  const primary = tag.split('-')[0]!.toLowerCase();
  return words?.[tag]?.[name] ?? words?.[primary]?.[name] ?? (table[primary] ?? table.en!)[name];
}

/** `{{ "menu" | word }}`: a filter that knows the data of the page. */
export function wordHere(this: { readonly ctx?: WordData }, name: string): string {
  const word = interfaceWord(name as InterfaceWord, this.ctx ?? {});
  if (word === undefined) throw new UserError(`no word "${name}" for layouts; put it into site/_data/words.json`);
  return word;
}

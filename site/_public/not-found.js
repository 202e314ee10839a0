// Nothing is published here: said in the language of the address.
for (const own of document.querySelectorAll('[data-not-found]'))
  if (location.pathname.split('/').includes(own.dataset.notFound)) {
    const title = document.createElement('h1');
    title.textContent = own.firstElementChild.textContent;
    own.firstElementChild.replaceWith(title);
    document.title = title.textContent;
    document.documentElement.lang = own.lang;
    document.documentElement.dir = own.dir || 'ltr';
    document.querySelector('main').replaceChildren(own);
    break;
  }

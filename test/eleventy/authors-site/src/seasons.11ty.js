export const data = {
  layout: 'base.njk',
  title: 'Seasons',
  description: 'The four seasons of the garden in the order in which they come, by number.',
};

export function render({ title, seasons }) {
  return `<h1>${title}</h1>\n<dl>${seasons.map(({ name, at }) => `<dt>${name}</dt><dd>Number ${at}</dd>`).join('')}</dl>`;
}

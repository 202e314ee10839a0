import Image, { eleventyImageTransformPlugin } from '@11ty/eleventy-img';
import { feedPlugin } from '@11ty/eleventy-plugin-rss';
import syntaxHighlight from '@11ty/eleventy-plugin-syntaxhighlight';
import webc from '@11ty/eleventy-plugin-webc';
import diptych from 'diptych';

/** A site as authors have it: everything of their own, and the plugin added to it. */
export default function (eleventyConfig) {
  eleventyConfig.addPlugin(diptych, { settingsFile: 'diptych.json' });
  eleventyConfig.addPlugin(syntaxHighlight);
  eleventyConfig.addPlugin(webc, { components: 'src/_components/**/*.webc' });
  eleventyConfig.addPlugin(eleventyImageTransformPlugin, { formats: ['webp', 'png'], widths: ['auto'], htmlOptions: { imgAttributes: { loading: 'lazy' } } });
  eleventyConfig.addPlugin(feedPlugin, {
    type: 'atom',
    outputPath: '/feed.xml',
    collection: { name: 'posts', limit: 10 },
    metadata: { language: 'en', title: 'Notes of a gardener', subtitle: 'What grows.', base: 'https://garden.example/', author: { name: 'Ada' } },
  });
  eleventyConfig.addPassthroughCopy({ public: '/' });

  eleventyConfig.addShortcode('plant', (name, latin) => `<b>${name}</b> (<i lang="la">${latin}</i>)`);
  eleventyConfig.addPairedShortcode('note', (content, title) => `<aside class="admonition note"><p class="admonition-title">${title}</p>\n\n${content}\n</aside>`);
  // As the image plugin's own documentation has it: the name of the output folder, typed.
  eleventyConfig.addAsyncShortcode('photo', async (source, alt) => {
    const metadata = await Image(source, { formats: ['png'], widths: ['auto'], outputDir: './_site/photos/', urlPath: '/photos/' });
    return Image.generateHTML(metadata, { alt, sizes: '100vw', 'eleventy:ignore': '' });
  });
  eleventyConfig.addFilter('day', (date) => date.toISOString().slice(0, 10));
  eleventyConfig.addCollection('topics', (api) => [...new Set(api.getFilteredByTag('posts').flatMap(({ data }) => data.tags))].filter((tag) => tag !== 'posts').sort());

  return { dir: { input: 'src', output: '_site' }, markdownTemplateEngine: 'njk', htmlTemplateEngine: 'njk' };
}

// Puts the Markdown of the page on the clipboard. Without it, the link beside the button leads to the same text.
const button = document.querySelector('button[data-copy]');
const status = document.querySelector('.twin-links [role="status"]');

if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      const response = await fetch(button.dataset.copy);
      if (!response.ok) throw new Error(String(response.status));
      await navigator.clipboard.writeText(await response.text());
      status.textContent = 'Copied';
    } catch {
      status.textContent = 'Not copied: open the Markdown link';
    }
  });
}

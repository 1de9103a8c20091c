// Own stand-in for a Font Awesome kit: kits add the icon styles to the page, and so does this.

for (const sheet of ["all", "v4-shims"]) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `https://use.fontawesome.com/releases/v5.15.4/css/${sheet}.min.css`;
  document.head.append(link);
}

// Own stand-in for a visitor-location service: all values are empty strings, none is undefined.

for (const fact of ["Country", "Region", "City", "IpAddress", "Internet", "Latitude", "Longitude"]) {
  window[`sGeobytes${fact}`] = "";
}

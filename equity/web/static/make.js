// make

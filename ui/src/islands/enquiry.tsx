export { EnquiryForm as default } from "../features/enquiries/EnquiryForm";
